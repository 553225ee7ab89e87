import { Button } from '@kituo/sdk';
import type { List } from '@kituo/sdk/page';
import type { CaseRow } from './case-system.ts';

/** A filter that is one press away. */
export function FilterChip(props: {
  readonly list: List<CaseRow>;
  readonly filter: string;
  readonly value: string;
  readonly text: string;
}) {
  const { list, filter, value } = props;
  const isChosen = list.state.filters[filter] === value;
  return (
    <Button
      size="small"
      variant={isChosen ? 'solid' : 'outlined'}
      aria-pressed={isChosen}
      text={props.text}
      onClick={() => {
        list.setFilter(filter, isChosen ? '' : value);
      }}
    />
  );
}
