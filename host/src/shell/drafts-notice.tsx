import { requestDraft, confirm, dropDraft, keptDrafts$, useValue, type Draft } from '@kituo/sdk';
import { useState } from 'react';
import { useText } from '../texts.ts';
import { useHost } from './host-context.ts';

export interface DraftsNoticeProps {
  /** What the menu calls the page at a path. */
  readonly titleOf: (path: string) => string;
}

/** What a reload kept of half-filled forms: the way back to each. */
export function DraftsNotice({ titleOf }: DraftsNoticeProps) {
  const t = useText();
  const { console } = useHost();
  const drafts = useValue(keptDrafts$);
  const [taken, setTaken] = useState<readonly string[]>([]);
  const idOf = ({ path, formId }: Draft) => `${path} ${formId}`;
  const shown = drafts.filter((draft) => !taken.includes(idOf(draft)));
  if (shown.length === 0) return null;
  const open = (draft: Draft) => {
    setTaken((before) => [...before, idOf(draft)]);
    requestDraft(draft);
    if (location.pathname !== draft.path) console.navigate(draft.path);
  };
  return (
    <section className="k-drafts" aria-label={t('drafts.title')}>
      {shown.map((draft) => {
        const values = { form: draft.title, page: titleOf(draft.path) };
        const text = t(draft.title === '' ? 'drafts.nameless' : 'drafts.kept', values);
        return (
          <p key={idOf(draft)} role="status">
            <span title={text}>{text}</span>
            <button type="button" className="k-link" onClick={() => open(draft)}>
              {t('drafts.open')}
            </button>
            <button type="button" className="k-link" onClick={() => void discard(draft, t)}>
              {t('drafts.drop')}
            </button>
          </p>
        );
      })}
    </section>
  );
}

async function discard(draft: Draft, t: ReturnType<typeof useText>): Promise<void> {
  const isSure = await confirm({
    title: t('drafts.dropTitle'),
    text: t('drafts.dropText'),
    confirmText: t('drafts.drop'),
    intent: 'danger',
  });
  if (isSure) dropDraft(draft);
}
