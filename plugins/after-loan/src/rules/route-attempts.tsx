import { Button, formatCount, formatDateTime, formatMoney, Link, useText } from '@kituo/sdk';
import { route } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { useState } from 'react';
import './rules.css';

type Group = Pick<route.AttemptGroup, 'accountCode' | 'attemptStatus' | 'failCode'>;

const sameGroup = (one: Group | null, other: Group) =>
  one?.accountCode === other.accountCode &&
  one.attemptStatus === other.attemptStatus &&
  one.failCode === other.failCode;

/** What a strategy sent in 7 days, by account and code of failure; a group opens to its newest attempts. */
export function RouteAttempts({ ruleId }: { readonly ruleId: string }) {
  const t = useText();
  const [of, setOf] = useState<Group | null>(null);
  const detail = useDetail(route.attempts, { ruleId, of });
  return (
    <Answered detail={detail}>
      {({ groups, rows }) =>
        groups.length === 0 ? (
          <p className="kp-muted">{t('route.attemptsNone')}</p>
        ) : (
          <>
            <p className="kp-muted">{t('route.attemptsHint')}</p>
            <table className="al-items">
              <tbody>
                {groups.map(({ accountName, attempts, amountCents, ...group }) => (
                  <tr key={`${group.accountCode} ${group.attemptStatus} ${group.failCode ?? ''}`}>
                    <th scope="row">
                      <Button
                        size="small"
                        variant="minimal"
                        aria-expanded={sameGroup(of, group)}
                        text={accountName}
                        onClick={() => {
                          setOf(sameGroup(of, group) ? null : group);
                        }}
                      />
                    </th>
                    <td>{[t(`ATTEMPT_STATUS.${group.attemptStatus}`), group.failCode].filter(Boolean).join(' · ')}</td>
                    <td>{t('route.attemptGroup', { count: attempts, shown: formatCount(attempts) })}</td>
                    <td>{formatMoney(amountCents)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            {rows.length > 0 && (
              <table className="al-items">
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.attemptNo}>
                      <th scope="row">
                        <Link to={`/AdminContent/AfterLoanSystem/LoanManagement?orderNo=${row.orderNo}`}>
                          {row.orderNo}
                        </Link>
                      </th>
                      <td>{row.failReason}</td>
                      <td>{formatDateTime(row.createdAt)}</td>
                      <td>{formatMoney(row.amountCents)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </>
        )
      }
    </Answered>
  );
}
