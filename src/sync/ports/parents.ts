export interface Parents {
  read(): Promise<Record<string, number>>
  save(path: string, pageId: number): Promise<void>
}
