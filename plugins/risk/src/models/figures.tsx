import { useText } from '@kituo/sdk';
import '../rules/rules.css';

/** Figures, the first of a row naming it; nothing where there are none. */
export function Table(props: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }) {
  const t = useText();
  if (props.rows.length === 0) return null;
  return (
    <table className="rk-items">
      <thead>
        <tr>
          {props.head.map((field) => (
            <th key={field} scope="col">
              {t(`model.head.${field}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map(([name = '', ...figures]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {figures.map((figure, index) => (
              <td key={index}>{figure}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
