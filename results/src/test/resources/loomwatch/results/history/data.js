window.BENCHMARK_DATA = {
  "lastUpdate": 1700000600000,
  "repoUrl": "https://example.org/r",
  "entries": {
    "Latency": [
      {
        "commit": {
          "author": {
            "email": "a@example.org",
            "name": "A. Author",
            "username": "a"
          },
          "committer": {
            "name": "A. Author"
          },
          "distinct": true,
          "id": "1111111aaa",
          "message": "Say <script>alert(1)</script>\n\nBody",
          "timestamp": "2023-11-14T22:00:00+01:00",
          "tree_id": "t",
          "url": "https://example.org/c/1111111aaa"
        },
        "date": 1700000000000,
        "tool": "customSmallerIsBetter",
        "benches": [
          {
            "name": "hello p99",
            "value": 1.25,
            "range": "± 0.1",
            "unit": "ms",
            "extra": "n=3"
          }
        ]
      },
      {
        "commit": {
          "author": {
            "email": "a@example.org",
            "name": "A. Author",
            "username": "a"
          },
          "committer": {
            "name": "A. Author"
          },
          "distinct": true,
          "id": "2222222bbb",
          "message": "Second",
          "timestamp": "2023-11-14T22:00:00+01:00",
          "tree_id": "t",
          "url": "https://example.org/c/2222222bbb"
        },
        "date": 1700000500000,
        "tool": "customSmallerIsBetter",
        "benches": [
          {
            "name": "hello p99",
            "value": 1.5,
            "unit": "ms"
          }
        ]
      }
    ],
    "Throughput": [
      {
        "commit": {
          "author": {
            "email": "a@example.org",
            "name": "A. Author",
            "username": "a"
          },
          "committer": {
            "name": "A. Author"
          },
          "distinct": true,
          "id": "1111111aaa",
          "message": "Say",
          "timestamp": "2023-11-14T22:00:00+01:00",
          "tree_id": "t",
          "url": "https://example.org/c/1111111aaa"
        },
        "date": 1700000000001,
        "tool": "customBiggerIsBetter",
        "benches": [
          {
            "name": "throughput",
            "value": 1000,
            "unit": "req/s"
          }
        ]
      },
      {
        "commit": {
          "author": {
            "email": "a@example.org",
            "name": "A. Author",
            "username": "a"
          },
          "committer": {
            "name": "A. Author"
          },
          "distinct": true,
          "id": "2222222bbb",
          "message": "Second",
          "timestamp": "2023-11-14T22:00:00+01:00",
          "tree_id": "t",
          "url": "https://example.org/c/2222222bbb"
        },
        "date": 1700000500001,
        "tool": "customBiggerIsBetter",
        "benches": [
          {
            "name": "throughput",
            "value": 990,
            "unit": "req/s"
          },
          {
            "name": "null",
            "value": null,
            "unit": "req/s"
          },
          {
            "name": "empty",
            "value": "",
            "unit": "req/s"
          }
        ]
      }
    ]
  }
}