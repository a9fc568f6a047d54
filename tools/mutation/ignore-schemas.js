// A plugin of StrykerJS. Declarations of stored shapes (top-level constants built with zod) contain no decision: their
// readers and the generated references are tested elsewhere.

/** @param {import('@babel/core').NodePath} path */
function isSchema(path) {
  if (!path.isVariableDeclarator()) return false
  const statement = path.parentPath?.parentPath
  if (!statement?.isProgram() && !statement?.isExportNamedDeclaration()) return false
  const init = path.get('init')
  if (Array.isArray(init) || init.isFunction()) return false
  let usesZod = false
  path.traverse({
    MemberExpression: ({ node }) => {
      if (node.object.type === 'Identifier' && node.object.name === 'z') usesZod = true
    },
  })
  return usesZod
}

export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'schemas',
    value: {
      /** @param {import('@babel/core').NodePath} path */
      shouldIgnore: (path) => (isSchema(path) ? 'declares a shape' : undefined),
    },
  },
]
