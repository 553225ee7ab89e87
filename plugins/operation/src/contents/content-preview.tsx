import { formatDateTime, useText } from '@kituo/sdk';
import { appContent } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { OfOrder } from '../of-order.tsx';
import { ContractDownloads } from './contract-document.tsx';
import { ContractText } from './contract-text.tsx';
import { PhoneFrame } from './phone-frame.tsx';

type Row = appContent.AppContentRow;

/** What the app shows, by language. */
export function ContentPreview({ row }: { readonly row: Row }) {
  const t = useText();
  return (
    <>
      <h3 className="kp-section-title">{t('content.preview')}</h3>
      {row.contentType === 'CONTRACT' &&
        Object.entries(row.content).map(([language, text]) => (
          <section key={language}>
            <h4 lang={language}>{row.title[language] ?? row.title['en'] ?? '-'}</h4>
            <ContractText text={text} language={language} />
          </section>
        ))}
      {(row.contentType === 'CONTRACT' ? [] : Object.entries(row.content)).map(([language, text]) => (
        <PhoneFrame
          key={language}
          language={language}
          title={row.title[language] ?? row.title['en'] ?? '-'}
          text={text}
          attachId={row.image?.attachId ?? null}
        />
      ))}
      {row.contentType === 'CONTRACT' && (
        <>
          <ContractDownloads row={row} />
          <ContractPreview ruleId={row.ruleId} />
        </>
      )}
    </>
  );
}

/** A contract filled from an order, beside what its customer agreed to. */
function ContractPreview({ ruleId }: { readonly ruleId: string }) {
  const t = useText();
  return (
    <OfOrder title={t('content.filled')}>{(orderNo) => <FilledContract ruleId={ruleId} orderNo={orderNo} />}</OfOrder>
  );
}

function FilledContract(props: { readonly ruleId: string; readonly orderNo: string }) {
  const t = useText();
  const found = useDetail(appContent.contractPreview, props);
  return (
    <Answered detail={found}>
      {({ filled, signed }) => (
        <>
          <h4>{filled.title}</h4>
          <ContractText text={filled.text} />
          <h4>
            {signed === null
              ? t('content.unsigned')
              : t('content.signedAt', { no: signed.versionNo, at: formatDateTime(signed.signedAt) })}
          </h4>
          {signed !== null && <ContractText text={signed.text} />}
        </>
      )}
    </Answered>
  );
}
