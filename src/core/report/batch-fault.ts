const start = 'the CMS refuses batches (POST /batch/v1: '

/** The note about a CMS that rejects batches; `fault` quotes its response. */
export function batchFaultNote(fault: string): string {
  return `${start}${fault}), so each page is written with a request of its own, which is several times slower. Allow this request in the firewall, proxy or security plug-in in front of the CMS`
}

/** Whether a note is about rejected batches; firewalls quote a new number in every response. */
export function isBatchFaultNote(note: string): boolean {
  return note.startsWith(start)
}
