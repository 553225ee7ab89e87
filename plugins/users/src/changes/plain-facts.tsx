import { canOpen } from '@kituo/sdk';
import { Diff } from '@kituo/sdk/page';
import { type Facts, hasNumbers, readable, useCodeWords, useNames } from './code-words.ts';
import './changes.css';

const USER_MANAGEMENT = '/AdminContent/UserSystem/UserManagement';

interface FactsProps {
  readonly before: Facts | null;
  readonly after: Facts | null;
  /** What a field is called; as the pages call it unless said otherwise. */
  readonly nameOf?: (field: string) => string;
}

/** Each field that changes with what it was and what it will be, in words. */
export function PlainFacts(props: FactsProps) {
  const isNamed = hasNumbers(props.after) && canOpen(USER_MANAGEMENT);
  return isNamed ? <NamedFacts {...props} /> : <CodedFacts {...props} />;
}

/** With the names of roles, merchants and places, which take the page of users to read. */
function NamedFacts({ before, after, ...rest }: FactsProps) {
  return <Diff before={readable(before)} after={readable(after) ?? {}} wordOf={useNames()} {...rest} />;
}

function CodedFacts({ before, after, ...rest }: FactsProps) {
  return <Diff before={readable(before)} after={readable(after) ?? {}} wordOf={useCodeWords()} {...rest} />;
}
