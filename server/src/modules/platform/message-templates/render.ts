import { messageNodes, messageTemplate } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { configAt } from '../configuration/index.ts';
import { contactsShown } from './contacts-shown.ts';
import { EVERY_MERCHANT, pointAt } from './point-family.ts';
import { messageTemplateFamily, readTemplate } from './template-family.ts';

export interface RenderedMessage {
  readonly templateCode: string;
  /** Null: what the product started with. */
  readonly templateVersion: number | null;
  readonly channelType: messageNodes.MessageChannel;
  readonly subject: string;
  readonly body: string;
}

type Language = messageNodes.MessageLanguage;
type Facts = Readonly<Record<string, string>>;
const SUBJECTS = { en: 'subjectEn', sw: 'subjectSw', zh: 'subjectZh' } as const;

/** A template in a language, English where it has none of it; null where it is disabled, not there, or nothing is left of it. */
export async function renderTemplate(
  db: Queryable,
  templateCode: string,
  language: Language,
  facts: Facts,
  merchantNo?: string,
): Promise<(RenderedMessage & { readonly nodeCode: messageNodes.NodeCode }) | null> {
  const found = await readTemplate(db, templateCode);
  if (found?.isEnabled !== true) return null;
  const subjectNo = messageTemplate.templateSubject(templateCode);
  const { value, versionNo } = await configAt(db, messageTemplateFamily, new Date(), subjectNo);
  if (value === null) return null;
  const body = messageNodes.withoutUnknown(found.nodeCode, value[language] || value.en, facts);
  if (body === '') return null;
  const subject = messageNodes.withoutUnknown(
    found.nodeCode,
    value[SUBJECTS[language]] || value.subjectEn || value.templateName,
    facts,
  );
  const known = { ...(await contactsNamed(db, `${subject} ${body}`, merchantNo)), ...facts };
  return {
    templateCode,
    templateVersion: versionNo,
    channelType: found.channelType,
    nodeCode: found.nodeCode,
    subject: messageNodes.filled(subject, known),
    body: messageNodes.filled(body, known),
  };
}

/** Read only where a text names one. */
async function contactsNamed(db: Queryable, text: string, merchantNo: string | undefined): Promise<Facts> {
  const isNamed = messageNodes.variablesIn(text).some((name) => name === 'hotline' || name === 'whatsapp');
  return isNamed ? { ...(await contactsShown(db, merchantNo ?? EVERY_MERCHANT)) } : {};
}

/**
 * What goes out at a node: the first template, in the node's order, of a channel that reaches the person. Null where
 * the node is switched off or none does.
 */
export async function renderNode(
  db: Queryable,
  nodeCode: messageNodes.NodeCode,
  options: {
    readonly merchantNo?: string;
    readonly channels: readonly messageNodes.MessageChannel[];
    readonly language: Language;
    readonly facts: Facts;
    /** Named by what happened itself: it goes before the node’s own, and goes out where that is off. */
    readonly templateCode?: string | null;
  },
): Promise<RenderedMessage | null> {
  const { merchantNo = EVERY_MERCHANT, channels, language, facts, templateCode: named = null } = options;
  const point = await pointAt(db, { merchantNo, nodeCode });
  const own = point.isEnabled ? point.templateCodes : [];
  for (const templateCode of named === null ? own : [named, ...own]) {
    const rendered = await renderTemplate(db, templateCode, language, facts, merchantNo);
    if (rendered && channels.includes(rendered.channelType)) return rendered;
  }
  return null;
}
