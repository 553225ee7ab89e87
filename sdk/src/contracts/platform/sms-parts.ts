/** GSM 03.38: one place each. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Its extension: two places each. */
const EXTENDED = new Set('^{}\\[~]|€');

export interface SmsParts {
  readonly parts: number;
  readonly encoding: 'GSM-7' | 'Unicode';
  /** The first character that makes the whole text Unicode, and so dearer. */
  readonly dearest: string | null;
}

/** How many messages a text is sent and paid as: 160 or 153 places of GSM-7 each, 70 or 67 of Unicode. */
export function smsPartsOf(text: string): SmsParts {
  const characters = [...text];
  const dearest = characters.find((one) => !BASIC.has(one) && !EXTENDED.has(one)) ?? null;
  const [alone, joined] = dearest === null ? [160, 153] : [70, 67];
  const places =
    dearest === null
      ? characters.reduce((sum, one) => sum + (EXTENDED.has(one) ? 2 : 1), 0)
      : // UTF-16 units, as handsets count them.
        text.length;
  const parts = places === 0 ? 0 : places <= alone ? 1 : Math.ceil(places / joined);
  return { parts, encoding: dearest === null ? 'GSM-7' : 'Unicode', dearest };
}
