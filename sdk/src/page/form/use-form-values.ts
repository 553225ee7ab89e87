import { present } from '../parts/late-part.tsx';
import { lateForm } from './late-form.ts';

/** What the form around this component applies now, as it is typed. */
export function useFormValues(): Readonly<Record<string, unknown>> {
  return present(lateForm).useValuesNow();
}
