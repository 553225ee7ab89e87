import { Button, Money, useText } from '@kituo/sdk';
import type { collection, ReplyOf } from '@kituo/sdk/contracts';
import { Answered, AskReason, useAction, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
import { systemOf } from './case-system.ts';
import type { CaseRow, CaseScope } from './case-system.ts';
import { CASES_TEXTS } from './cases-texts.ts';

type Person = ReplyOf<typeof collection.byOrder.userTree>[number]['collectionUsers'][number];
interface Move {
  readonly row: CaseRow;
  readonly to: Person;
}

/** The cases of one collector that stand on their card. */
const SHOWN = 20;
const mayTake = ({ onShift, givenToday, dailyCap }: Person): boolean => onShift && givenToday < dailyCap;

/**
 * Who holds how much against their cap. Cases are dragged to another collector, or carried with the keyboard: M picks one
 * up, the button on a card puts it down.
 */
export function LoadBoard({ scope, onDone }: { readonly scope: CaseScope; readonly onDone: () => void }) {
  const t = useText(CASES_TEXTS);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="cases-line">
        <Button
          size="small"
          text={t('board.title')}
          aria-expanded={isOpen}
          active={isOpen}
          onClick={() => {
            setOpen(!isOpen);
          }}
        />
      </div>
      {isOpen && <Board scope={scope} onDone={onDone} />}
    </>
  );
}

function Board({ scope, onDone }: { readonly scope: CaseScope; readonly onDone: () => void }) {
  const t = useText(CASES_TEXTS);
  const { of } = systemOf(scope);
  const [carried, setCarried] = useState<CaseRow | null>(null);
  const people = useDetail(of.userTree, {});
  const move = useAction({
    words: t,
    name: 'caseMove',
    endpoint: of.redistribute,
    request: ({ row, to }: Move, { reason }: { readonly reason: string }) => ({
      caseIds: [row.caseId],
      mode: 'HAND' as const,
      collectionUserNo: to.collectionUserNo,
      ...(scope === 'BILL' && { takeSiblings: true }),
      reason,
    }),
    list: {
      refresh: () => {
        people.refresh();
        onDone();
      },
    },
    facts: ({ row, to }: Move) => ({ name: row.caseNo, to: to.realName }),
    onDone: () => {
      setCarried(null);
    },
  });
  return (
    <section className="cases-board" aria-label={t('board.title')}>
      <p className="kp-muted">{t('board.hint')}</p>
      <Answered detail={people}>
        {(groups) => (
          <div className="cases-cards">
            {groups.flatMap(({ deptName, collectionUsers }) =>
              collectionUsers.map((person) => (
                <Card
                  key={`${deptName} ${person.userNo}`}
                  scope={scope}
                  person={person}
                  carried={move.isPermitted ? carried : null}
                  onCarry={move.isPermitted ? setCarried : null}
                  onDrop={(row) => {
                    move.open({ row, to: person });
                  }}
                />
              )),
            )}
          </div>
        )}
      </Answered>
      <AskReason action={move} />
    </section>
  );
}

function Card(props: {
  readonly scope: CaseScope;
  readonly person: Person;
  readonly carried: CaseRow | null;
  /** Null: nothing may be moved. */
  readonly onCarry: ((row: CaseRow | null) => void) | null;
  readonly onDrop: (row: CaseRow) => void;
}) {
  const { scope, person, carried, onDrop } = props;
  const { realName, openCases, dailyCap, givenToday, loanAmount, onShift } = person;
  const t = useText(CASES_TEXTS);
  const [isOpen, setOpen] = useState(false);
  const takes = carried !== null && carried.collectorUserNo !== person.userNo && mayTake(person);
  return (
    <article
      className="cases-card"
      aria-label={realName}
      data-takes={takes || undefined}
      onDragOver={(event) => {
        if (takes) event.preventDefault();
      }}
      onDrop={() => {
        if (takes) onDrop(carried);
      }}
    >
      <strong>{realName}</strong>
      {!onShift && <span className="kp-muted"> {t('board.offShift')}</span>}
      <meter min={0} max={Math.max(dailyCap, 1)} value={openCases} aria-label={t('board.load', { name: realName })} />
      <span>{t('board.figures', { open: openCases, cap: dailyCap, given: givenToday })}</span>
      <Money cents={loanAmount} />
      {openCases > 0 && (
        <Button
          size="small"
          variant="minimal"
          text={t('board.cases')}
          aria-label={t('board.casesOf', { name: realName })}
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
          }}
        />
      )}
      {isOpen && <Held scope={scope} userNo={person.userNo} onCarry={props.onCarry} carried={carried} />}
      {takes && (
        <Button
          size="small"
          text={t('board.drop', { name: carried.caseNo, to: realName })}
          onClick={() => {
            onDrop(carried);
          }}
        />
      )}
    </article>
  );
}

/** What somebody holds: each case can be picked up. */
function Held(props: {
  readonly scope: CaseScope;
  readonly userNo: string;
  readonly carried: CaseRow | null;
  readonly onCarry: ((row: CaseRow | null) => void) | null;
}) {
  const { scope, userNo, carried, onCarry } = props;
  const t = useText(CASES_TEXTS);
  const filters = { collectorUserNo: [userNo], caseStatus: ['COLLECTING' as const] };
  const { data } = useDetail(systemOf(scope).of.allotPage, { filters, page: 1, pageSize: SHOWN, sort: null });
  if (data === null) return null;
  return (
    <ul className="cases-chips">
      {data.rows.map((row) => {
        const mayMove = onCarry !== null && row.allowedActions.includes('redistribute');
        return (
          <li key={row.caseId}>
            <button
              type="button"
              draggable={mayMove}
              disabled={!mayMove}
              aria-pressed={carried?.caseId === row.caseId}
              aria-label={t('board.caseOf', { name: row.caseNo, level: row.caseLevel })}
              onDragStart={(event) => {
                event.dataTransfer.setData('text/plain', row.caseNo);
                onCarry?.(row);
              }}
              onDragEnd={(event) => {
                // Put down nowhere.
                if (event.dataTransfer.dropEffect === 'none') onCarry?.(null);
              }}
              onKeyDown={(event) => {
                if (event.key === 'm') onCarry?.(row);
                if (event.key === 'Escape') onCarry?.(null);
              }}
              onClick={() => onCarry?.(carried?.caseId === row.caseId ? null : row)}
            >
              {row.caseNo} · {row.caseLevel} · <Money cents={row.dueCents} />
            </button>
          </li>
        );
      })}
      {data.total > SHOWN && <li className="kp-muted">{t('board.more', { count: data.total - SHOWN })}</li>}
    </ul>
  );
}
