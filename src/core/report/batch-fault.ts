const start = 'the CMS refuses batches (POST /batch/v1: '

/** What to say about a CMS that refuses batches; `fault` quotes its answer. */
export function batchFaultNote(fault: string): string {
  return `${start}${fault}), so each page is written with a request of its own, which is several times slower. Allow this request in the firewall, proxy or security plug-in in front of the CMS`
}

/** Whether a note says that; firewalls quote a new number in every answer. */
export function isBatchFaultNote(note: string): boolean {
  return note.startsWith(start)
}
