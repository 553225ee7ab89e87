import { Empty, Failed, InputGroup, useText } from '@kituo/sdk';
import { role } from '@kituo/sdk/contracts';
import { useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
import { type MatrixLine, MatrixTable } from './matrix-table.tsx';

interface Section {
  readonly key: string;
  readonly name: string;
  readonly lines: readonly MatrixLine[];
}

const isPage = ({ depth }: MatrixLine): boolean => depth === 0;

/** Pages with their operations right below them, however deep the menu puts them. */
function linesOf(node: role.Permission): MatrixLine[] {
  const { kind, key, name, children } = node;
  const own = kind === 'SECTION' ? [] : [{ key, name, depth: kind === 'CODE' ? 1 : 0 }];
  return [...own, ...children.flatMap(linesOf)];
}

const sectionOf = (node: role.Permission): Section => ({ key: node.key, name: node.name, lines: linesOf(node) });

/** Every role against the pages and operations of a section, or against what a search finds in all of them. */
export function RoleMatrix() {
  const t = useText();
  const tree = useDetail(role.tree, {});
  const matrix = useDetail(role.matrix, {});
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState('');
  const [isDiffering, setDiffering] = useState(false);
  const failed = [tree, matrix].find(({ error }) => error !== null);
  const sections = (tree.data ?? []).map(sectionOf);
  const section =
    sections.find(({ key }) => key === chosen) ??
    sections.find(({ lines }) => lines.filter(isPage).length > 2) ??
    sections[0];
  const roles = (matrix.data ?? []).map((one) => {
    const held = new Set(one.holds);
    return { ...one, holds: (key: string) => held.has(key) };
  });
  const wanted = typed.trim().toLowerCase();
  const isWanted = ({ key, name }: MatrixLine): boolean =>
    wanted === '' || `${name} ${key}`.toLowerCase().includes(wanted);
  const lines = (wanted === '' ? (section?.lines ?? []) : sections.flatMap((one) => one.lines))
    .filter(isWanted)
    .filter(({ key }) => !isDiffering || new Set(roles.map((one) => one.holds(key))).size > 1);
  return (
    <section className="kp-page" aria-label={t('role.matrixTitle')}>
      <header className="kp-head">
        <h1>{t('role.matrixTitle')}</h1>
      </header>
      {failed?.error != null ? (
        <Failed error={failed.error} onRetry={failed.refresh} />
      ) : (
        <>
          <div className="kp-filters" role="search" aria-label={t('role.matrixFind')}>
            <label className="role-matrix-section">
              {t('role.matrixSection')}
              <select
                className="role-matrix-choose"
                value={section?.key ?? ''}
                disabled={wanted !== ''}
                onChange={(event) => {
                  setChosen(event.target.value);
                }}
              >
                {sections.map(({ key, name }) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <InputGroup
              className="role-matrix-find"
              placeholder={t('role.matrixFind')}
              aria-label={t('role.matrixFind')}
              value={typed}
              onValueChange={setTyped}
            />
            <label className="role-matrix-section">
              <input
                type="checkbox"
                checked={isDiffering}
                onChange={(event) => {
                  setDiffering(event.target.checked);
                }}
              />
              {t('role.matrixDiffer')}
            </label>
          </div>
          {tree.data === null || matrix.data === null ? (
            <p className="kp-muted">{t('role.looking')}</p>
          ) : lines.length === 0 ? (
            <Empty title={t('role.matrixNothing')} />
          ) : (
            <MatrixTable label={t('role.matrixTitle')} roles={roles} lines={lines} />
          )}
        </>
      )}
    </section>
  );
}
