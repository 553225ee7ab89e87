import { useWatch } from 'react-hook-form';

/** What the form around this component holds now, as it is typed. */
export function useFormValues(): Readonly<Record<string, unknown>> {
  return useWatch();
}
