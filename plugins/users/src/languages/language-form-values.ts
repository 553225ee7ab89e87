import type { languages, RequestOf } from '@kituo/sdk/contracts';
import type { AttachedFile } from '@kituo/sdk/page';
import type { LanguageRow } from './language-fields.ts';

export interface LanguageFormValues extends Record<string, unknown> {
  readonly languageCode: string;
  readonly languageName: string;
  readonly sort: number | null;
  readonly baseCode: string | null;
  /** A picture that was just chosen. */
  readonly flag: AttachedFile | null;
  readonly takesFlagAway: boolean;
}

export function valuesForNew(): LanguageFormValues {
  return {
    languageCode: '',
    languageName: '',
    sort: null,
    baseCode: 'en',
    flag: null,
    takesFlagAway: false,
  };
}

export function valuesOf({ languageCode, languageName, sort, baseCode }: LanguageRow): LanguageFormValues {
  return { languageCode, languageName, sort, baseCode, flag: null, takesFlagAway: false };
}

type Request = RequestOf<typeof languages.save>;

export function newRequest(values: LanguageFormValues): Request {
  const { languageCode, languageName, sort, baseCode, flag } = values;
  return {
    languageCode,
    languageName,
    baseCode,
    sort: sort ?? Number.NaN,
    ...(flag !== null && { flag: flag.attachId }),
  };
}

/** A picture that is neither chosen nor taken away stays. */
export function updateRequest(row: LanguageRow, values: LanguageFormValues): Request {
  const { version, languageCode } = row;
  const goes = values.takesFlagAway && values.flag === null;
  return { ...newRequest(values), languageCode, version, ...(goes && { flag: null }) };
}
