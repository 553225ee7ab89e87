export interface NewItem {
  readonly subjectNo: string;
  readonly input: unknown;
}
