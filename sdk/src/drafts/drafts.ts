import { useEffect, useEffectEvent } from 'react';
import { usePluginScope } from '../scope/use-plugin-scope.ts';
import { readJson, writeJson } from '../state/browser-storage.ts';
import { createValue } from '../state/store.ts';
import type { ReadableValue } from '../state/store.ts';
import { isNumber, isRecord, isText, listOf, objectOf, shaped } from '../state/shape.ts';

/** An open form, as it says what would be lost. */
export interface OpenForm {
  /** Unique on its page: `user.edit:U0001`. */
  readonly formId: string;
  /** What was typed, or null while nothing was. Passwords stay out of it. */
  readonly read: () => Readonly<Record<string, unknown>> | null;
  /** The key the form sends with its command: sending again has one effect. */
  readonly idempotencyKey: string;
  /** What is above it: "Edit Akinyi Odera". */
  readonly title?: string;
  /** What it was opened for, where it can be opened again with that. */
  readonly subject?: unknown;
  /** True of what leaving would end and nothing can open again, as a call: it is asked about, and never kept. */
  readonly isPassing?: boolean;
}

/** What was kept of a form over a reload. */
export interface Draft {
  readonly formId: string;
  /** The page it stood on. */
  readonly path: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly idempotencyKey: string;
  readonly title: string;
  /** The form's subject as JSON, to open it again with; empty where it has to be found again by hand. */
  readonly subject: string;
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
    title: isText,
    subject: isText,
    keptAt: isNumber,
  }),
);
const forms = new Set<OpenForm>();
const read = (): readonly Draft[] => shaped(drafts, readJson('session', KEY), []);
const kept = createValue(read());

/** The drafts kept in this tab, as they come and go. */
export const keptDrafts$: ReadableValue<readonly Draft[]> = kept;

function store(left: readonly Draft[]): void {
  writeJson('session', KEY, left.length === 0 ? null : left);
  kept.next(left);
}

/** A subject that JSON cannot hold is found again by hand. */
function written(subject: unknown): string {
  try {
    return JSON.stringify(subject) ?? '';
  } catch {
    return '';
  }
}

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
  return read();
}

/** What is typed into open forms at this moment. */
export function openDrafts(): readonly Draft[] {
  return [...forms].flatMap((form): Draft[] => {
    const values = form.isPassing === true ? null : form.read();
    if (values === null) return [];
    return [
      {
        formId: form.formId,
        path: window.location.pathname,
        values,
        idempotencyKey: form.idempotencyKey,
        title: form.title ?? '',
        subject: written(form.subject),
        keptAt: Date.now(),
      },
    ];
  });
}

/** Takes in drafts that were kept elsewhere; broken ones count as none. */
export function giveDrafts(given: unknown): void {
  store(shaped(drafts, given, []));
}

/** Keeps what was typed into all open forms, before a reload. Gives how many. */
export function keepDrafts(): number {
  const fresh = openDrafts();
  const replaced = new Set(fresh.map(({ formId }) => formId));
  const others = keptDrafts().filter(({ formId }) => !replaced.has(formId));
  if (fresh.length > 0) store([...others, ...fresh]);
  return fresh.length;
}

/** The draft of one form on this page, taken out of the store; undefined where none was kept. */
export function takeDraft(formId: string): Draft | undefined {
  const all = keptDrafts();
  const path = window.location.pathname;
  const found = all.find((draft) => draft.formId === formId && draft.path === path);
  if (found) store(all.filter((draft) => draft !== found));
  return found;
}

/** Throws one draft away. */
export function dropDraft(draft: Draft): void {
  store(keptDrafts().filter(({ formId, path }) => formId !== draft.formId || path !== draft.path));
}

const asked = createValue<Draft | null>(null);

/** The draft whose form somebody wants open again; the form's own action takes it. */
export const draftToOpen$: ReadableValue<Draft | null> = asked;

/** Asks for the form of a draft; null once it is open. */
export function requestDraft(draft: Draft | null): void {
  asked.next(draft);
}

/** Throws all drafts away, as signing in as somebody else does. */
export function clearDrafts(): void {
  store([]);
}

/**
 * Keeps a component's form known while it stands; belongs to the plugin's scope.
 *
 * @example useOpenForm({ formId: `user.edit:${userNo}`, idempotencyKey, read: () => (isDirty ? values : null) });
 */
export function useOpenForm(form: OpenForm): void {
  const scope = usePluginScope();
  const read = useEffectEvent(() => form.read());
  const about = useEffectEvent(() => ({ title: form.title ?? '', subject: form.subject }));
  const { formId, idempotencyKey, isPassing = false } = form;
  useEffect(
    () =>
      scope.own(
        'other',
        registerForm({
          formId,
          idempotencyKey,
          isPassing,
          read: () => read(),
          get title() {
            return about().title;
          },
          get subject() {
            return about().subject;
          },
        }),
      ),
    [scope, formId, idempotencyKey, isPassing],
  );
}
