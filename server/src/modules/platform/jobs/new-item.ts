export interface NewItem {
  readonly subjectNo: string;
  readonly input: unknown;
}

/** All items, or part after part where they are too many to be held at once. */
export type NewItems = readonly NewItem[] | AsyncIterable<readonly NewItem[]>;

export const isWhole = (items: NewItems): items is readonly NewItem[] => Array.isArray(items);
