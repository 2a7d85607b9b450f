// Checks a log with the code of the Go team: golang.org/x/mod/sumdb/{note,tlog}.
//
//	go run check.go FOLDER VKEY
//
// FOLDER is data/v1/tlog of a site. tlog/foreign/verify-foreign.ts runs it.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const tileHeight = 8

type folder string

// The paths of C2SP are Go's without the height, and entries are called entries.
func (f folder) read(tile tlog.Tile) ([]byte, error) {
	path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
	path = strings.Replace(path, "tile/data/", "tile/entries/", 1)
	return os.ReadFile(filepath.Join(string(f), path))
}

func (f folder) Height() int                         { return tileHeight }
func (f folder) SaveTiles(_ []tlog.Tile, _ [][]byte) {}
func (f folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var all [][]byte
	for _, tile := range tiles {
		data, err := f.read(tile)
		if err != nil {
			return nil, err
		}
		all = append(all, data)
	}
	return all, nil
}

func check(f folder, vkey string) (int64, error) {
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		return 0, err
	}
	text, err := os.ReadFile(filepath.Join(string(f), "checkpoint"))
	if err != nil {
		return 0, err
	}
	signed, err := note.Open(text, note.VerifierList(verifier))
	if err != nil {
		return 0, err
	}
	lines := strings.Split(signed.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		return 0, errors.New("the checkpoint is not of this log")
	}
	// Go's own first line is another one; size and root are read by its code.
	tree, err := tlog.ParseTree([]byte("go.sum database tree\n" + lines[1] + "\n" + lines[2] + "\n"))
	if err != nil {
		return 0, err
	}
	if tree.N == 0 {
		return 0, nil
	}
	hashes := tlog.TileHashReader(tree, f)
	for at := int64(0); at < tree.N; {
		width := tree.N - at
		if width > 1<<tileHeight {
			width = 1 << tileHeight
		}
		data, err := f.read(tlog.Tile{H: tileHeight, L: -1, N: at >> tileHeight, W: int(width)})
		if err != nil {
			return 0, err
		}
		for ; width > 0; width-- {
			if len(data) < 2 || len(data) < 2+int(binary.BigEndian.Uint16(data)) {
				return 0, fmt.Errorf("the entries end before number %d", at)
			}
			end := 2 + int(binary.BigEndian.Uint16(data))
			proof, err := tlog.ProveRecord(tree.N, at, hashes)
			if err != nil {
				return 0, err
			}
			leaf := tlog.RecordHash(data[2:end])
			if err := tlog.CheckRecord(proof, tree.N, tree.Hash, at, leaf); err != nil {
				return 0, fmt.Errorf("entry %d: %w", at, err)
			}
			data, at = data[end:], at+1
		}
		if len(data) > 0 {
			return 0, fmt.Errorf("there is more after entry %d", at-1)
		}
	}
	// From each power of two, the tree goes on to the whole.
	for from := int64(1); from < tree.N; from *= 2 {
		old, err := tlog.TreeHash(from, hashes)
		if err != nil {
			return 0, err
		}
		proof, err := tlog.ProveTree(tree.N, from, hashes)
		if err != nil {
			return 0, err
		}
		if err := tlog.CheckTree(proof, tree.N, tree.Hash, from, old); err != nil {
			return 0, err
		}
	}
	return tree.N, nil
}

func main() {
	size, err := check(folder(os.Args[1]), os.Args[2])
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Printf("%d entries\n", size)
}
