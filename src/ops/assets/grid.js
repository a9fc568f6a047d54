// Makes the whole table one stop of the Tab key; arrow keys move between cells.

const table = document.querySelector('table.grid')
if (table) enhance(table)

function enhance(grid) {
  const rows = [...grid.tBodies[0].rows].map((row) => [...row.querySelectorAll('a')])
  let current = rows[0][0]
  for (const link of rows.flat()) link.tabIndex = link === current ? 0 : -1
  document.querySelector('.keys')?.removeAttribute('hidden')

  grid.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const row = rows.findIndex((links) => links.includes(document.activeElement))
    if (row < 0) return
    const target = targetOf(event.key, row, rows[row].indexOf(document.activeElement))
    if (target === undefined) return
    event.preventDefault()
    move(target)
  })
  grid.addEventListener('focusin', ({ target }) => {
    if (rows.some((links) => links.includes(target))) keep(target)
  })

  function targetOf(key, row, column) {
    switch (key) {
      case 'ArrowRight':
        return rows[row][column + 1]
      case 'ArrowLeft':
        return rows[row][column - 1]
      case 'ArrowDown':
        return rows[row + 1]?.[column]
      case 'ArrowUp':
        return rows[row - 1]?.[column]
      case 'Home':
        return rows[row][0]
      case 'End':
        return rows[row].at(-1)
      case 'PageDown':
        return rows[Math.min(row + 10, rows.length - 1)][column]
      case 'PageUp':
        return rows[Math.max(row - 10, 0)][column]
    }
  }

  function move(link) {
    keep(link)
    link.focus()
    link.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  function keep(link) {
    current.tabIndex = -1
    link.tabIndex = 0
    current = link
  }
}
