export interface NewItem {
  readonly subjectNo: string | null;
  readonly input: unknown;
}
