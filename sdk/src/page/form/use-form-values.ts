import { present } from '../parts/late-part.tsx';
import { lateForm } from './late-form.ts';

/** What the form around this component applies now, as it is typed. */
export function useFormValues(): Readonly<Record<string, unknown>> {
  return present(lateForm).useValuesNow();
}

/**
 * Writes a field of the form around this component, as if it had been typed: a chosen text put into the answer.
 *
 * @example const write = useWriteField(); write('replyContent', template.content);
 */
export function useWriteField(): (name: string, value: unknown) => void {
  return present(lateForm).useWriteField();
}
