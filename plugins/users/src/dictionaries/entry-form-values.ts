import type { dictionary, RequestOf } from '@kituo/sdk/contracts';
import type { Dictionary, EntryRow } from './entry-row.ts';

type Request = RequestOf<typeof dictionary.save>;

/** What an entry is added to; both null for a dictionary that is made with its first entry. */
export interface NewEntry {
  readonly dictionary: Dictionary | null;
  readonly parent: EntryRow | null;
  readonly lastSort: number;
}

export interface EntryFormValues extends Record<string, unknown> {
  readonly dictType: string;
  readonly dictName: string;
  readonly codeTableType: 'FLAT' | 'TREE' | 'JSON';
  readonly dictKey: string;
  readonly dictValue: string | null;
  readonly label: Readonly<Record<string, string>>;
  /** NaN while what is typed is no number, null while nothing is. */
  readonly sort: number | null;
  readonly tagColour: Request['tagColour'];
  readonly enabled: boolean;
  readonly remark: string | null;
}

export function valuesForNew({ dictionary: of, lastSort }: NewEntry): EntryFormValues {
  return {
    dictType: of?.dictType ?? '',
    dictName: of?.dictName ?? '',
    codeTableType: of?.codeTableType ?? 'FLAT',
    dictKey: '',
    dictValue: null,
    label: {},
    sort: Math.min(9_999, lastSort + 1),
    tagColour: 'none',
    enabled: true,
    remark: null,
  };
}

export function valuesOf(row: EntryRow, of: Dictionary | null): EntryFormValues {
  const { dictType, dictKey, dictValue, label, sort, tagColour, enabled, remark } = row;
  return {
    dictType,
    dictKey,
    dictValue,
    label,
    sort,
    tagColour,
    enabled,
    remark,
    dictName: of?.dictName ?? dictType,
    codeTableType: of?.codeTableType ?? 'FLAT',
  };
}

/** What travels of the form. */
export function requestOf(values: EntryFormValues): Request {
  const { dictType, dictKey, dictValue, label, sort, tagColour, enabled, remark } = values;
  return {
    dictType,
    dictKey,
    tagColour,
    enabled,
    label: { ...label },
    dictValue: dictValue ?? '',
    remark: remark ?? '',
    sort: sort ?? Number.NaN,
  };
}

/** A new entry, and its dictionary where that is new. */
export function newRequest({ dictionary: of, parent }: NewEntry, values: EntryFormValues): Request {
  const { dictName, codeTableType } = values;
  return {
    ...requestOf(values),
    ...(of === null && { dictName, codeTableType }),
    ...(parent !== null && { parentId: parent.id }),
  };
}
