import { Button, Callout, callFile, EatTime, formatDate, saveFile, useText } from '@kituo/sdk';
import { dataRequest, job, type ReplyOf } from '@kituo/sdk/contracts';
import { DescriptionList, DetailOf, FileList, Status, Timeline } from '@kituo/sdk/page';
import { Part } from '../parts/part.tsx';
import {
  dataRequestFacts,
  ERASURE_DECISION,
  IDENTITY_CHECK,
  KEEPING_DUTY,
  OBJECTION_SCOPE,
} from './data-request-fields.ts';

type Detail = ReplyOf<typeof dataRequest.one>;

/** From which day the version of a setting applies: `dataRights@2020-01-01`. */
const ruleDay = (version: string): string => formatDate(version.split('@').at(-1) ?? '');

/** One data request: what was asked, what was done about it, and the proof of an erasure. */
export function DataRequestDetail({ requestNo }: { readonly requestNo: string }) {
  const t = useText();
  return (
    <DetailOf endpoint={dataRequest.one} request={{ requestNo }}>
      {(detail) => (
        <>
          <p>{detail.statement}</p>
          <DescriptionList of={detail.row} columns={dataRequestFacts} />
          <p className="kp-muted">{t('dataRequests.rule', { from: ruleDay(detail.dueByRule) })}</p>
          {detail.identityCheck !== null && (
            <p>
              {t('dataRequests.verifiedBy', { name: detail.verifiedByName ?? '-' })}{' '}
              <Status of={IDENTITY_CHECK} code={detail.identityCheck} />{' '}
              {detail.verifiedAt !== null && <EatTime at={detail.verifiedAt} />}
            </p>
          )}
          {detail.answer !== null && (
            <Part title={t('field.answer')}>
              <p>
                {detail.objectionScope !== null && <Status of={OBJECTION_SCOPE} code={detail.objectionScope} />}{' '}
                {detail.answer}
              </p>
            </Part>
          )}
          <Copy copy={detail.copy} />
          <Corrections corrections={detail.corrections} />
          <Erasure detail={detail} />
          {detail.vouchers.length > 0 && (
            <Part title={t('voucher.title')}>
              <FileList files={detail.vouchers} none={t('voucher.none')} />
            </Part>
          )}
          <Part title={t('tab.history')}>
            <Timeline
              label={t('tab.history')}
              entries={detail.events
                .map(({ command, at, userName, note }, index) => ({
                  id: String(index),
                  at,
                  title: t(`dataRequestEvent.${command}`),
                  who: userName,
                  ...(note !== null && { text: note }),
                }))
                .toReversed()}
            />
          </Part>
        </>
      )}
    </DetailOf>
  );
}

function Copy({ copy }: Pick<Detail, 'copy'>) {
  const t = useText();
  if (copy === null) return null;
  const { jobNo, jobStatus, expiresAt, isMine } = copy;
  return (
    <Part title={t('dataRequests.copy')}>
      {jobStatus !== 'SUCCESS' && <p>{t(`dataRequests.copyState.${jobStatus}`)}</p>}
      {jobStatus === 'SUCCESS' && expiresAt === null && <p>{t('dataRequests.copyGone')}</p>}
      {expiresAt !== null && (
        <p>
          {t('dataRequests.copyUntil')} <EatTime at={expiresAt} />{' '}
          {isMine ? (
            <Button
              size="small"
              text={t('dataRequests.download')}
              onClick={() => {
                callFile(job.file, { jobNo }).then(saveFile, () => undefined);
              }}
            />
          ) : (
            t('dataRequests.copyOfOther')
          )}
        </p>
      )}
    </Part>
  );
}

function Corrections({ corrections }: Pick<Detail, 'corrections'>) {
  const t = useText();
  if (corrections.length === 0) return null;
  return (
    <Part title={t('dataRequests.corrections')}>
      <ul className="kp-facts">
        {corrections.map(({ field, before, after }) => (
          <li key={field}>
            {t(`field.${field}`)}: {before !== null && `${before} → `}
            {after}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Erasure({ detail: { open, plan, proof } }: { readonly detail: Detail }) {
  const t = useText();
  return (
    <>
      {open.length > 0 && <Callout intent="warning">{t('dataRequests.open', { what: open.join(', ') })}</Callout>}
      {proof !== null && (
        <Part title={t('dataRequests.proof')}>
          <p>
            {t('dataRequests.erasedBy', { maker: proof.makerName, checker: proof.checkerName })}{' '}
            <EatTime at={proof.erasedAt} />
          </p>
          <p className="kp-muted">
            SHA-256 <code>{proof.proofHash.match(/.{8}/g)?.join(' ')}</code>
          </p>
          <Callout intent={proof.isIntact ? 'success' : 'danger'}>
            {t(proof.isIntact ? 'dataRequests.intact' : 'dataRequests.broken')}
          </Callout>
        </Part>
      )}
      <Lines lines={proof?.lines ?? plan} title={t(proof === null ? 'dataRequests.plan' : 'dataRequests.done')} />
    </>
  );
}

function Lines({ lines, title }: { readonly lines: Detail['plan']; readonly title: string }) {
  const t = useText();
  const held = lines.filter(({ rows }) => rows > 0);
  if (lines.length === 0) return null;
  return (
    <Part title={title}>
      <table className="kp-plain-table">
        <thead>
          <tr>
            {['holding', 'rows', 'decision', 'duty'].map((name) => (
              <th key={name} scope="col">
                {t(`field.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {held.map((line) => (
            <tr key={line.holding}>
              <td>{line.title}</td>
              <td className="ks-figures">{line.rows}</td>
              <td>
                <Status of={ERASURE_DECISION} code={line.decision} />
              </td>
              <td>
                {line.duty !== null && <Status of={KEEPING_DUTY} code={line.duty} />}{' '}
                {line.keepUntil !== null && t('dataRequests.until', { day: formatDate(line.keepUntil) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="kp-muted">{t('dataRequests.nothingHeld', { count: lines.length - held.length })}</p>
    </Part>
  );
}
