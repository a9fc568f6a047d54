// The slash key moves to the search field, except while a text is entered.

const field = document.querySelector('#search')

document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.altKey || event.ctrlKey || event.metaKey || field === null) return
  const { target } = event
  if (target instanceof Element && target.closest('input, select, textarea, [contenteditable]')) return
  event.preventDefault()
  field.focus()
  field.select()
})
