/**
 * The same rules over what is left once types are stripped: one large circle of types can hide a circle at run time.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  extends: './.dependency-cruiser.cjs',
  options: { tsPreCompilationDeps: false },
};
