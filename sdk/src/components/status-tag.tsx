/** What a colour says: grey waiting, blue under way, green good, amber needs a person, red failed. */
export type StatusTone = 'waiting' | 'active' | 'good' | 'attention' | 'failed';

/**
 * A state in words, with the colour of its meaning.
 *
 * @example <StatusTag tone="failed" text={t('status.FAILED')} />
 */
export function StatusTag(props: { readonly tone: StatusTone; readonly text: string }) {
  return <span className={`ks-status ks-status-${props.tone}`}>{props.text}</span>;
}
