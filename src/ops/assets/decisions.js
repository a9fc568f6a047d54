// Counts the selected records, and selects a page without loading it again.

const form = document.querySelector('#selection')
if (form) enhance(form)

function enhance(selection) {
  const boxes = [...selection.querySelectorAll('input[name="record"]')]
  const all = selection.querySelector('input[name="all"]')
  const link = selection.querySelector('.select-page')
  const output = selection.querySelector('#selected')
  output.hidden = false
  link.setAttribute('role', 'button')

  selection.addEventListener('change', show)
  link.addEventListener('click', (event) => {
    event.preventDefault()
    toggle()
  })
  link.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return
    event.preventDefault()
    toggle()
  })
  show()

  function toggle() {
    const select = !boxes.every((box) => box.checked)
    for (const box of boxes) box.checked = select
    show()
  }

  function show() {
    const count = boxes.filter((box) => box.checked).length
    link.textContent = count === boxes.length ? 'Clear this page' : 'Select all on this page'
    output.textContent = all?.checked ? 'All that match' : `${count} selected`
  }
}
