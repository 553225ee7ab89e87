import { useText } from '@kituo/sdk';
import type { ChangeRow } from '../changes/change-fields.ts';
import { PlainFacts } from '../changes/plain-facts.tsx';
import { usePermissionNames } from './permission-names.ts';
import { Conflicts } from './simulator.tsx';

const LISTS = ['pagesAdded', 'pagesRemoved', 'codesAdded', 'codesRemoved'] as const;
/** Drawn in words of their own below. */
const APART = new Set<string>([...LISTS, 'people', 'conflicts', 'conflictsOfPeople']);

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

function conflictsIn(value: unknown): { maker: string; checker: string; realName: string }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return [];
    const textOf = (name: string): string => {
      const found: unknown = Reflect.get(one, name);
      return typeof found === 'string' ? found : '';
    };
    return [{ maker: textOf('maker'), checker: textOf('checker'), realName: textOf('realName') }];
  });
}

/** What a change of a role adds and takes away, whom it concerns, and who could then ask and agree. */
export function RoleChange(props: { readonly row: ChangeRow }) {
  const { before, after } = props.row;
  const t = useText();
  const nameOf = usePermissionNames();
  const plain = Object.fromEntries(Object.entries(after).filter(([field]) => !APART.has(field)));
  const people = textsIn(after['people']);
  const ofPeople = conflictsIn(after['conflictsOfPeople']);
  return (
    <>
      {Object.keys(plain).length > 0 && <PlainFacts before={before} after={plain} />}
      {LISTS.map((list) => {
        const keys = textsIn(after[list]);
        if (keys.length === 0) return null;
        const isAdded = list.endsWith('Added');
        return (
          <section key={list}>
            <h4 className="kp-section-title">{t(`role.${list}`, { count: keys.length })}</h4>
            <ul className="change-list">
              {keys.map((key) => (
                <li key={key} title={key} className={isAdded ? 'change-added' : 'change-removed'}>
                  {nameOf(key)}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {people.length > 0 && <p>{t('role.concerns', { people: people.join(', ') })}</p>}
      <Conflicts conflicts={conflictsIn(after['conflicts'])} />
      {ofPeople.length > 0 && (
        <ul className="kp-facts">
          {ofPeople.map(({ realName, maker, checker }) => (
            <li key={`${realName} ${maker} ${checker}`}>
              {t('role.personConflict', { name: realName, maker, checker })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
