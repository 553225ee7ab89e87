/** Openings as bars, failures in front of them; the newest part at the right. */
export function Spark(props: {
  readonly opens: readonly number[];
  readonly failed: readonly number[];
  /** What it shows, for who does not see it. */
  readonly label: string;
}) {
  const { opens, failed } = props;
  const most = Math.max(1, ...opens, ...failed);
  const width = 100 / Math.max(1, opens.length);
  const bar = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count * 38) / most));
  return (
    <svg className="section-spark" viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label={props.label}>
      <line x1="0" x2="100" y1="39.5" y2="39.5" />
      {opens.map((count, index) => (
        <g key={index}>
          <rect
            className="section-spark-opens"
            x={index * width + width * 0.1}
            y={39 - bar(count)}
            width={width * 0.8}
            height={bar(count)}
          />
          <rect
            className="section-spark-failed"
            x={index * width + width * 0.1}
            y={39 - bar(failed[index] ?? 0)}
            width={width * 0.8}
            height={bar(failed[index] ?? 0)}
          />
        </g>
      ))}
    </svg>
  );
}
