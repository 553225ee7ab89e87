import type { CodesOf } from '@kituo/sdk/page';
import { Button, Failed, InputGroup, useText } from '@kituo/sdk';
import { pluginOperate } from '@kituo/sdk/contracts';
import { defineDictionary, Status, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';

const EXPLAINED = defineDictionary<CodesOf<typeof pluginOperate.explainVerdict>>('SECTION_EXPLAINED', {
  'gets it': 'good',
  rollout: 'good',
  override: 'active',
  breaker: 'attention',
  disabled: 'waiting',
  'not permitted': 'waiting',
  missing: 'failed',
  integrity: 'failed',
  signature: 'failed',
  incompatible: 'failed',
  fault: 'failed',
});

/** Why a person gets the section, in which version, or why not. */
export function ExplainTab({ plugin }: { readonly plugin: string }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [user, setUser] = useState<string | null>(null);
  const answer = useDetail(pluginOperate.explain, user === null ? null : { plugin, user });
  return (
    <>
      <form
        className="section-ask"
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = typed.trim();
          if (wanted === user) answer.refresh();
          else setUser(wanted === '' ? null : wanted);
        }}
      >
        <label htmlFor="section-user">{t('sections.whose')}</label>
        <InputGroup
          id="section-user"
          value={typed}
          maxLength={64}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" intent="primary" text={t('sections.ask')} disabled={!typed.trim()} />
      </form>
      <div aria-live="polite">
        {answer.error !== null && <Failed error={answer.error} onRetry={answer.refresh} />}
        {answer.isLoading && <p className="kp-muted">{t('sections.reading')}</p>}
        {answer.data !== null && (
          <>
            <p>
              <Status of={EXPLAINED} code={answer.data.verdict} />
            </p>
            <ul className="section-sentences">
              {answer.data.sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  );
}
