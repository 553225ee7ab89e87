import { useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { keptDrafts, takeDraft, useOpenForm } from '../../drafts/drafts.ts';
import type { Draft } from '../../drafts/drafts.ts';
import type { Action } from '../action/use-action.ts';
import { subjectKey } from './subject-key.ts';

/** What was typed into this very form before the page was loaded again. */
export interface KeptDraft {
  /** Puts it back, with the key its command may have been sent with already. */
  restore(): void;
  drop(): void;
}

/**
 * Makes the form known, so that leaving asks and a reload keeps what was typed; and finds what an
 * earlier reload kept of it. Null where nothing was, or once it was decided.
 *
 * @param secretFields never kept: passwords
 */
export function useDraft<Subject, Values extends FieldValues>(
  form: UseFormReturn<Values>,
  action: Action<Subject, Values>,
  { subject, secretFields }: { subject: Subject; secretFields: readonly string[] },
): KeptDraft | null {
  const formId = `${action.endpoint.name}:${subjectKey(subject)}`;
  const { isDirty } = form.formState;
  const [draft, setDraft] = useState(() => keptHere(formId));
  useOpenForm({
    formId,
    idempotencyKey: action.idempotencyKey,
    title: action.textOf('title'),
    subject,
    read: () => {
      if (!isDirty) return null;
      const values: Record<string, unknown> = { ...form.getValues() };
      for (const name of secretFields) delete values[name];
      return values;
    },
  });
  if (draft === null) return null;
  const drop = (): void => {
    takeDraft(formId);
    setDraft(null);
  };
  return {
    drop,
    restore: () => {
      drop();
      action.reuseKey(draft.idempotencyKey);
      const names = Object.keys(form.getValues());
      for (const [name, value] of Object.entries(draft.values)) {
        if (!names.includes(name)) continue;
        form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, {
          shouldDirty: true,
        });
      }
    },
  };
}

/** It stays in the store until it is decided: another reload must not lose it. */
function keptHere(formId: string): Draft | null {
  const path = window.location.pathname;
  const kept = keptDrafts().find((draft) => draft.formId === formId && draft.path === path);
  return kept !== undefined && Object.keys(kept.values).length > 0 ? kept : null;
}
