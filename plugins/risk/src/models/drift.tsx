import { useText } from '@kituo/sdk';
import { riskModel } from '@kituo/sdk/contracts';
import { Answered, useDetail } from '@kituo/sdk/page';
import { Calibration } from './calibration.tsx';
import { Table } from './figures.tsx';

const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
const ofCount = (part: number, whole: number): string => (whole === 0 ? '-' : percent(part / whole));

/** How scores moved and which input moved most, how they are spread, what levels led to, and how odds rise. */
export function DriftOf({ ruleId }: { readonly ruleId: string }) {
  const t = useText();
  const detail = useDetail(riskModel.drift, { ruleId });
  return <Answered detail={detail}>{(drift) => <Drift drift={drift} t={t} />}</Answered>;
}

function Drift({ drift, t }: { readonly drift: riskModel.Drift; readonly t: ReturnType<typeof useText> }) {
  const { psi, gini, good, bad, referenceCount, recentCount, inputs, spread, levels, calibration } = drift;
  const [most] = inputs;
  return (
    <>
      {psi !== null && psi > riskModel.DRIFT_LIMIT && (
        <p className="kp-note kp-note-wrong" role="status">
          {most
            ? t('model.drifted', { psi, input: t(`MODEL_INPUT.${most.input}`), inputPsi: most.psi })
            : t('model.driftedAlone', { psi })}
        </p>
      )}
      <p>
        {psi === null
          ? t('model.psiNone', { recent: recentCount, reference: referenceCount })
          : t('model.psi', { psi, recent: recentCount, reference: referenceCount })}
      </p>
      <p>{gini === null ? t('model.giniNone', { good, bad }) : t('model.gini', { gini, good, bad })}</p>
      <Table
        head={['scores', 'reference', 'recent']}
        rows={spread.map(({ label, reference, recent }) => [label, percent(reference), percent(recent)])}
      />
      <Table
        head={['input', 'psi']}
        rows={inputs.map(({ input, psi: of }) => [t(`MODEL_INPUT.${input}`), String(of)])}
      />
      <Table
        head={['modelLevel', 'scored', 'disbursed', 'badShare']}
        rows={levels.map((level) => [
          level.modelLevel,
          String(level.scored),
          String(level.disbursed),
          ofCount(level.bad, level.matured),
        ])}
      />
      <Calibration of={calibration} />
    </>
  );
}
