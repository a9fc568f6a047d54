const start = 'something in front of the CMS rejects files that are sent as they are (POST /media: '

/** The note about a CMS whose firewall rejects raw uploads; `fault` quotes its response. */
export function uploadFaultNote(fault: string): string {
  return `${start}${fault}), so files are sent as forms (multipart/form-data). No action is needed; the firewall may also allow requests of the types image/* and application/pdf`
}

/** Whether a note is about that; firewalls quote a new number in every response. */
export function isUploadFaultNote(note: string): boolean {
  return note.startsWith(start)
}
