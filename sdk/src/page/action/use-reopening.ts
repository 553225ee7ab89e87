import { useEffect, useEffectEvent } from 'react';
import { requestDraft, draftToOpen$ } from '../../drafts/drafts.ts';
import { useValue } from '../../state/store.ts';

/**
 * Opens the action's form where the host asks for a draft of it, for what it was opened for then. What
 * changed meanwhile the server finds out: the subject carries its version.
 */
export function useReopening<Subject>(endpointName: string, open: (subject: Subject) => void): void {
  const draft = useValue(draftToOpen$);
  const openNow = useEffectEvent(open);
  useEffect(() => {
    if (draft === null || !draft.formId.startsWith(`${endpointName}:`)) return;
    if (draft.path !== window.location.pathname || draft.subject === '') return;
    requestDraft(null);
    // Written by this very form: its id begins with the endpoint's name.
    const subject: Subject = JSON.parse(draft.subject);
    openNow(subject);
  }, [draft, endpointName]);
}
