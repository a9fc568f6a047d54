/** One notice for one receiver, ready to be sent; `receiver` is a name, for the address itself is a secret. */
export type Posting = { receiver: string; id: string; body: string }
