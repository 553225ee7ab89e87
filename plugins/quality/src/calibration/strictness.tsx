import { formatCount, useText } from '@kituo/sdk';
import { calibration, type ReplyOf, type RequestOf } from '@kituo/sdk/contracts';
import { Chart, DetailOf } from '@kituo/sdk/page';
import { useMemo } from 'react';

type Inspector = ReplyOf<typeof calibration.strictness>[number];
const tenth = (value: number) => value.toFixed(1);

/** A dot an inspector: how much stricter than whoever scored the same, against the score that they give. */
export function Strictness({ request }: { readonly request: RequestOf<typeof calibration.strictness> }) {
  return (
    <DetailOf endpoint={calibration.strictness} request={request}>
      {(inspectors) => inspectors.length > 0 && <Inspectors inspectors={inspectors} />}
    </DetailOf>
  );
}

function Inspectors({ inspectors }: { readonly inspectors: readonly Inspector[] }) {
  const t = useText();
  const drawn = useMemo(() => {
    const dots = inspectors.toSorted((one, other) => one.stricterBy - other.stricterBy);
    return {
      categories: dots.map(({ realName }) => realName),
      along: { title: t('strictness.stricterBy'), values: dots.map((one) => one.stricterBy), textOf: tenth },
      series: [
        {
          kind: 'dot' as const,
          title: t('strictness.meanScore'),
          values: dots.map(({ meanScore }) => meanScore),
          textOf: tenth,
          scale: 'SCORE',
        },
      ],
    };
  }, [inspectors, t]);
  return (
    <details>
      <summary>{t('strictness.title')}</summary>
      <Chart {...drawn} label={t('strictness.title')} tooSmall={t('strictness.tooSmall')} />
      <table>
        <thead>
          <tr>
            {['inspector', 'inspections', 'meanScore', 'stricterBy'].map((name) => (
              <th scope="col" key={name}>
                {t(`strictness.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inspectors.map((one) => (
            <tr key={one.userNo}>
              <th scope="row">{one.realName}</th>
              <td className="ks-figures">{formatCount(one.inspections)}</td>
              <td className="ks-figures">{tenth(one.meanScore)}</td>
              <td className="ks-figures">{tenth(one.stricterBy)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
