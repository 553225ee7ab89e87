import * as z from 'zod/mini';
import { PublishRefusal } from './refusal.ts';

/** Of one language: ours have below 60 KB. */
const TEXT_BYTES = 400_000;
const TEXT_LENGTH = 4_000;
const DEPTH = 6;

const group = z.record(z.string(), z.unknown());

/** Texts are strings in groups of groups. @throws PublishRefusal texts */
export function checkTexts(file: string, content: Buffer): void {
  const refuse = (what: string, mend: string) => new PublishRefusal('texts', `${file} ${what}`, mend);
  if (content.length > TEXT_BYTES)
    throw refuse(
      `has more than ${TEXT_BYTES / 1000} KB of texts`,
      'Shorten them in locales/, or fetch what is long from the server.',
    );
  let parsed: unknown;
  try {
    parsed = JSON.parse(content.toString('utf8'));
  } catch {
    throw refuse('is not JSON', 'Mend the file in locales/ and build it again.');
  }
  const walk = (value: unknown, depth: number): void => {
    if (typeof value === 'string') {
      if (value.length > TEXT_LENGTH)
        throw refuse(
          `has a text of ${value.length} characters`,
          `Shorten it in locales/ to ${TEXT_LENGTH} at most, or fetch it from the server.`,
        );
      return;
    }
    const inner = group.safeParse(value).data;
    if (inner === undefined || Array.isArray(value))
      throw refuse('holds something that is no text', 'Leave only strings in locales/, and groups of strings.');
    if (depth >= DEPTH) throw refuse('nests groups too deep', `Keep groups in locales/ to ${DEPTH} levels at most.`);
    for (const each of Object.values(inner)) walk(each, depth + 1);
  };
  if (typeof parsed === 'string') throw refuse('is one string', 'Make the file in locales/ an object of texts.');
  walk(parsed, 0);
}
