import { messageNodes, type messageTemplate } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { refuseBlockedText } from '../sensitive-words/index.ts';

type Texts = messageTemplate.MessageTexts;
const SUBJECTS = { en: 'subjectEn', sw: 'subjectSw', zh: 'subjectZh' } as const;

/** How many letters apart two names are. Pure. */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1];
    for (const [column, theirs] of [...other].entries()) {
      const changed = (above[column] ?? 0) + (letter === theirs ? 0 : 1);
      line.push(Math.min(changed, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above[other.length] ?? 0;
}

const nearestOf = (name: string, known: readonly string[]): string =>
  known.toSorted((one, other) => distance(name, one) - distance(name, other))[0] ?? '';

/**
 * What speaks against the texts of a template: each language of the node's readers is written, every variable is one
 * that the node knows, those without which a text is of no use are there, and no word is blocked; words that are found
 * are recorded as the caller's.
 * @throws AppError MESSAGE_LANGUAGE_MISSING, MESSAGE_VARIABLE_UNKNOWN, MESSAGE_VARIABLE_MISSING, SENSITIVE_WORD,
 *   SENSITIVE_WORD_WARNED
 */
export async function checkTexts(
  db: Queryable,
  { nodeCode, channelType }: { readonly nodeCode: messageNodes.NodeCode; readonly channelType: string },
  texts: Texts,
  call?: CommandContext,
): Promise<void> {
  const node = messageNodes.nodeOf(nodeCode);
  const known = Object.keys(node.variables);
  for (const language of messageNodes.messageLanguage.options) {
    const isAsked = node.languages.includes(language);
    const subjectField = SUBJECTS[language];
    const parts = [
      { field: language, text: texts[language], isBody: true },
      ...(channelType === 'EMAIL' ? [{ field: subjectField, text: texts[subjectField], isBody: false }] : []),
    ];
    for (const { field, text, isBody } of parts) {
      const fields = [`value.${field}`];
      if (text === '') {
        if (isAsked) throw new AppError('MESSAGE_LANGUAGE_MISSING', { fields, facts: { language } });
        continue;
      }
      const used = messageNodes.variablesIn(text);
      const unknown = used.find((name) => !known.includes(name));
      if (unknown !== undefined) {
        const facts = { variable: `{{${unknown}}}`, nearest: `{{${nearestOf(unknown, known)}}}` };
        throw new AppError('MESSAGE_VARIABLE_UNKNOWN', { fields, facts });
      }
      // What may be left out cannot take along what the text is for.
      const always = messageNodes.variablesIn(messageNodes.withoutUnknown(nodeCode, text, {}));
      const missing = isBody ? node.required.find((name) => !always.includes(name)) : undefined;
      if (missing !== undefined) {
        throw new AppError('MESSAGE_VARIABLE_MISSING', { fields, facts: { variable: `{{${missing}}}` } });
      }
      await refuseBlockedText(db, 'TEMPLATE', { field: `value.${field}`, text, language }, call);
    }
  }
}
