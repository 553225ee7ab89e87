import { useEffect, useEffectEvent } from 'react';
import { usePluginScope } from '../scope/use-plugin-scope.ts';
import { readJson, writeJson } from '../state/browser-storage.ts';
import { isNumber, isRecord, isText, listOf, objectOf, shaped } from '../state/shape.ts';

/** An open form, as it says what would be lost. */
export interface OpenForm {
  /** Unique on its page: `user.edit:U0001`. */
  readonly formId: string;
  /** What was typed, or null while nothing was. Passwords stay out of it. */
  readonly read: () => Readonly<Record<string, unknown>> | null;
  /** The key the form sends with its command: sending again has one effect. */
  readonly idempotencyKey: string;
}

/** What was kept of a form over a reload. */
export interface Draft {
  readonly formId: string;
  /** The page it stood on. */
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

const KEY = 'kituo_drafts';
const drafts = listOf(
  objectOf({
    formId: isText,
    path: isText,
    values: isRecord,
    idempotencyKey: isText,
    keptAt: isNumber,
  }),
);
const forms = new Set<OpenForm>();

/** Makes an open form known. The result takes it back when it closes. */
export function registerForm(form: OpenForm): () => void {
  forms.add(form);
  return () => {
    forms.delete(form);
  };
}

/** Whether anything typed would be lost now: sign-out and leaving a page ask first. */
export function hasUnsavedForms(): boolean {
  return [...forms].some((form) => form.read() !== null);
}

/** The drafts kept in this tab. Broken data counts as none. */
export function keptDrafts(): readonly Draft[] {
  return shaped(drafts, readJson('session', KEY), []);
}

/** Keeps what was typed into all open forms, before a reload. Gives how many. */
export function keepDrafts(): number {
  const kept = [...forms].flatMap((form): Draft[] => {
    const values = form.read();
    if (values === null) return [];
    return [
      {
        formId: form.formId,
        path: window.location.pathname,
        values,
        idempotencyKey: form.idempotencyKey,
        keptAt: Date.now(),
      },
    ];
  });
  const replaced = new Set(kept.map(({ formId }) => formId));
  const others = keptDrafts().filter(({ formId }) => !replaced.has(formId));
  if (kept.length + others.length > 0) writeJson('session', KEY, [...others, ...kept]);
  return kept.length;
}

/** The draft of one form on this page, taken out of the store; undefined where none was kept. */
export function takeDraft(formId: string): Draft | undefined {
  const all = keptDrafts();
  const path = window.location.pathname;
  const found = all.find((draft) => draft.formId === formId && draft.path === path);
  if (found)
    writeJson(
      'session',
      KEY,
      all.filter((draft) => draft !== found),
    );
  return found;
}

/** Throws all drafts away, as signing in as somebody else does. */
export function clearDrafts(): void {
  writeJson('session', KEY, null);
}

/**
 * Keeps a component's form known while it stands; belongs to the plugin's scope.
 *
 * @example useOpenForm({ formId: `user.edit:${userNo}`, idempotencyKey, read: () => (isDirty ? values : null) });
 */
export function useOpenForm(form: OpenForm): void {
  const scope = usePluginScope();
  const read = useEffectEvent(() => form.read());
  const { formId, idempotencyKey } = form;
  useEffect(
    () => scope.own('other', registerForm({ formId, idempotencyKey, read: () => read() })),
    [scope, formId, idempotencyKey],
  );
}
