import { Button, InputGroup, useText } from '@kituo/sdk';
import { appContent } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
import { PhoneFrame } from './phone-frame.tsx';

type Audience = (typeof AUDIENCES)[number];
const AUDIENCES = appContent.appAudience.options;
const LANGUAGES = ['en', 'sw'];
const EAT_MS = 3 * 3_600_000;
/** As the field takes it: EAT, to the minute. */
const eatMinute = (at: Date): string => new Date(at.getTime() + EAT_MS).toISOString().slice(0, 16);

/** A merchant's app at any moment, for a kind of customer and in a language: what is scheduled shows, too. */
export function AppPreview({ merchantNo }: { readonly merchantNo: string }) {
  const t = useText();
  const [minute, setMinute] = useState(() => eatMinute(new Date()));
  const [audience, setAudience] = useState<Audience>('ALL');
  const [language, setLanguage] = useState('en');
  const request = appContent.preview.request.safeParse({ merchantNo, at: `${minute}:00+03:00`, audience, language });
  const shown = useDetail(appContent.preview, request.success ? request.data : null);
  return (
    <section aria-label={t('content.app')} aria-live="polite">
      <h3 className="kp-section-title">{t('content.app')}</h3>
      <InputGroup
        type="datetime-local"
        aria-label={t('content.previewAt')}
        value={minute}
        onChange={(event) => setMinute(event.currentTarget.value)}
      />
      <p role="group" aria-label={t('field.audience')}>
        {AUDIENCES.map((one) => (
          <Button
            key={one}
            size="small"
            active={one === audience}
            aria-pressed={one === audience}
            text={t(`APP_AUDIENCE.${one}`)}
            onClick={() => setAudience(one)}
          />
        ))}
      </p>
      <p role="group" aria-label={t('field.language')}>
        {LANGUAGES.map((one) => (
          <Button
            key={one}
            size="small"
            active={one === language}
            aria-pressed={one === language}
            text={one}
            onClick={() => setLanguage(one)}
          />
        ))}
      </p>
      {request.success && (
        <Answered detail={shown}>
          {(contents) =>
            contents.length === 0 ? (
              <p className="kp-muted">{t('content.nothingShown')}</p>
            ) : (
              contents.map(({ ruleId, slot, title, content, attachId }) => (
                <div key={ruleId}>
                  <p className="kp-muted">{t(`APP_SLOT.${slot}`)}</p>
                  <PhoneFrame title={title} text={content} attachId={attachId} language={language} />
                </div>
              ))
            )
          }
        </Answered>
      )}
    </section>
  );
}
