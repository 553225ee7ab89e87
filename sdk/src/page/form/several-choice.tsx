import { useId } from 'react';
import type { OptionSource } from '../list/option-source.ts';
import { useOptions } from '../list/use-options.ts';
import { Choice } from './choice.tsx';

/**
 * Several of a searched list or tree, outside a form or a list's filters: people and departments above a calendar.
 *
 * @example <SeveralChoice label={t('field.userNos')} source={people} values={userNos} onChange={choose} placeholder={t('all')} />
 */
export function SeveralChoice(props: {
  readonly label: string;
  readonly source: OptionSource;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  readonly placeholder: string;
}) {
  const id = useId();
  const source = useOptions(props.source);
  const { label, values, onChange, placeholder } = props;
  return (
    <Choice
      id={id}
      label={label}
      source={source}
      isMultiple
      values={values}
      onChange={onChange}
      placeholder={placeholder}
    />
  );
}
