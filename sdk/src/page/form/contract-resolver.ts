import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { Endpoint } from '../../contracts/endpoint.ts';
import { ERROR_CATALOGUE } from '../../contracts/error-catalogue.ts';
import { sentenceInChinese } from '../../contracts/sentences.ts';
import { apiLanguage } from '../../i18n/language-code.ts';
import type { Translate } from '../../i18n/texts.ts';
import { session$ } from '../../session/session-store.ts';
import { fieldAt } from './field-at.ts';
import type { FieldChecks } from './field-checks.ts';
import type { PlacedMessage } from './placed-message.ts';

/** What zod says of a value that does not fit. */
interface Issue {
  readonly code?: string | undefined;
  /** What is too big or too small: `string`, `array`, `number`. */
  readonly origin?: string | undefined;
  readonly maximum?: unknown;
  readonly minimum?: unknown;
  readonly message: string;
  readonly path: PropertyKey[];
}

/**
 * Checks a form with the very schema the server checks with, so that no rule stands twice. Each message
 * goes to the field its path begins with; what a field's own check says comes first.
 */
export function contractResolver<Values extends FieldValues>(
  endpoint: Endpoint,
  toRequest: (values: Values) => unknown,
  { kit, checks, placed }: { readonly kit: Translate; readonly checks: FieldChecks; readonly placed: PlacedMessage },
): Resolver<Values> {
  return (values) => {
    const messages: Record<string, { type: string; message: string }> = {};
    for (const [name, check] of checks) {
      const message = check?.(values[name]) ?? null;
      if (message !== null) messages[name] = { type: 'field', message };
    }
    const request = toRequest(values);
    const parsed = endpoint.request.safeParse(request);
    if (parsed.success && Object.keys(messages).length === 0) return { values, errors: {} };
    for (const issue of parsed.error?.issues ?? []) {
      const path = issue.path.map(String);
      const field = fieldAt(path, Object.keys(values)) ?? path[0] ?? 'root';
      messages[field] ??= { type: 'contract', message: placed(messageAt(issue, request, kit), path, field) };
    }
    return { values: {}, errors: messages as FieldErrors<Values> };
  };
}

/** Of what was left empty, that it is: that its format is wrong says nothing to whoever chose nothing. */
function messageAt(issue: Issue, request: unknown, kit: Translate): string {
  const isEmpty = issue.path.reduce(partOf, request) === '';
  return isEmpty && issue.code === 'invalid_format' && issue.message === 'Invalid input'
    ? kit('message.choose')
    : messageOfIssue(issue, kit);
}

function partOf(whole: unknown, key: PropertyKey): unknown {
  return typeof whole === 'object' && whole !== null ? Reflect.get(whole, key) : undefined;
}

/** An issue in the reader's language: the contract's own sentence, else words for its kind. */
export function messageOfIssue(issue: Issue, kit: Translate): string {
  const language = apiLanguage(session$.value.language) === 'zh' ? 'zh' : 'en';
  const { message } = issue;
  for (const [name, entry] of Object.entries(ERROR_CATALOGUE)) {
    if (name === message) return entry[language];
  }
  // Without a message of its own zod/mini says nothing but this.
  if (message !== 'Invalid input') return language === 'en' ? message : sentenceInChinese(message);
  if (issue.code === 'too_big') {
    const kinds: Readonly<Record<string, string>> = { string: 'tooLong', array: 'tooMany' };
    return kit(`message.${kinds[issue.origin ?? ''] ?? 'tooBig'}`, {
      count: Number(issue.maximum),
    });
  }
  if (issue.code === 'too_small') return kit('message.tooSmall', { count: Number(issue.minimum) });
  if (issue.code === 'invalid_type' || issue.code === 'invalid_value') return kit('message.choose');
  return kit('message.format');
}
