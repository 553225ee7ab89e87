export { DiffTable } from './diff-table.tsx';
export { ReviewBody } from './review-body.tsx';
