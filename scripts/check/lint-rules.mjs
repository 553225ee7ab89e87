/** oxlint's own rule catches objects that are spread into objects; in JSX it is this one. */
const noLiteralSpread = {
  meta: { type: 'suggestion' },
  create(context) {
    return {
      JSXSpreadAttribute(node) {
        if (node.argument.type !== 'ObjectExpression') return;
        context.report({ node, message: 'Write the props out: a spread of an object literal only saves a line.' });
      },
    };
  },
};

export default { meta: { name: 'kituo' }, rules: { 'no-literal-spread-in-jsx': noLiteralSpread } };
