import { readXml, type XmlElement, XmlRefused } from '../../../../xml/read-xml.ts';
import { jsonOf } from '../json.ts';

/** What was sent, as fields: JSON, the texts of an XML document by their elements, else those of a form. */
export function contentFields(content: Buffer): unknown {
  const text = content.toString('utf8');
  if (/^\s*</.test(text)) return xmlFields(text);
  return jsonOf(text) ?? Object.fromEntries(new URLSearchParams(text));
}

/** Nothing of what is not well formed: whoever reads it says so. */
function xmlFields(text: string): Record<string, string> {
  const fields: Record<string, string> = {};
  const gather = ({ name, text: own, children }: XmlElement): void => {
    if (own !== '') fields[name] ??= own;
    for (const child of children) gather(child);
  };
  try {
    gather(readXml(text, { elements: 500, depth: 16 }).root);
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error;
  }
  return fields;
}
