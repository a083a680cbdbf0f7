# integrations/blender_check.py: what Blender shows of a file is what surface.npy says.
#
#   blender -b --python-exit-code 1 --python blender_check.py -- gltf OUT.glb surface.npy CLIP FPS BOUND [NODE...]
#   blender -b --python-exit-code 1 --python blender_check.py -- pc2 FILE.pc2 surface.npy FIRST COUNT BOUND
#
# gltf: imports OUT, plays CLIP (a name, or # and its number) and compares the evaluated meshes, of all
# nodes or of the NODEs given, with surface.npy (frames, vertices, 3; float64; vertices in
# node-then-primitive order; frame f at f/FPS seconds).
# pc2: a mesh of vertices FIRST … FIRST + COUNT − 1 under a Mesh Cache modifier.
# Exit code 1 where a vertex is off by more than BOUND, in the file's units.

import base64
import json
import os
import struct
import sys
import traceback
import urllib.parse

import numpy as np

np.bool = bool  # Debian's importer is older than its numpy

import bpy  # noqa: E402


def read_gltf(path):
    """The JSON of a file and the bytes of its buffers."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] == b"glTF":
        length = struct.unpack_from("<I", data, 12)[0]
        gltf, chunk = json.loads(data[20:20 + length]), data[28 + length:]
    else:
        gltf, chunk = json.loads(data), b""
    buffers = []
    for buffer in gltf["buffers"]:
        uri = buffer.get("uri", "")
        if uri.startswith("data:"):
            buffers.append(base64.b64decode(uri.split(",", 1)[1]))
        elif uri:
            with open(os.path.join(os.path.dirname(path), urllib.parse.unquote(uri)), "rb") as file:
                buffers.append(file.read())
        else:
            buffers.append(chunk)
    return gltf, buffers


def kept_vertices(gltf, buffers, primitive):
    """The vertices the importer keeps: those that an index names, in their order."""
    count = gltf["accessors"][primitive["attributes"]["POSITION"]]["count"]
    if "indices" not in primitive:
        return np.arange(count)
    accessor = gltf["accessors"][primitive["indices"]]
    view = gltf["bufferViews"][accessor["bufferView"]]
    kind = {5121: np.uint8, 5123: np.uint16, 5125: np.uint32}[accessor["componentType"]]
    start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    return np.unique(np.frombuffer(buffers[view["buffer"]], kind, accessor["count"], start))


def mesh_slices(gltf, buffers, nodes):
    """For each node, which rows of a frame of surface.npy its Blender mesh shows."""
    slices, first = [], 0
    for node in nodes:
        rows = []
        for primitive in gltf["meshes"][gltf["nodes"][node]["mesh"]]["primitives"]:
            rows.append(first + kept_vertices(gltf, buffers, primitive))
            first += gltf["accessors"][primitive["attributes"]["POSITION"]]["count"]
        slices.append(np.concatenate(rows))
    return slices, first


def play(clip):
    """Makes every object and shape key play the action that the importer filed under the clip."""
    owners = list(bpy.data.objects) + [mesh.shape_keys for mesh in bpy.data.meshes if mesh.shape_keys]
    for owner in owners:
        data = owner.animation_data
        if not data:
            continue
        actions = [strip.action for track in data.nla_tracks if track.name == clip for strip in track.strips]
        for track in data.nla_tracks:
            track.mute = True
        data.action = actions[0] if actions else None


def shown(objects, frame, fps_scale):
    """The vertices of each object in glTF's world (y up) at an export frame."""
    place = frame * fps_scale
    bpy.context.scene.frame_set(int(place), subframe=place - int(place))
    graph = bpy.context.evaluated_depsgraph_get()
    result = []
    for item in objects:
        evaluated = item.evaluated_get(graph)
        mesh = evaluated.to_mesh()
        points = np.empty(3 * len(mesh.vertices), np.float32)
        mesh.vertices.foreach_get("co", points)
        evaluated.to_mesh_clear()
        world = np.array(evaluated.matrix_world, np.float64)
        points = points.reshape(-1, 3).astype(np.float64) @ world[:3, :3].T + world[:3, 3]
        result.append(np.stack([points[:, 0], points[:, 2], -points[:, 1]], axis=1))
    return result


def assigned(slices, meshes, frame):
    """For each node, which of Blender's meshes is its own: as many vertices, and nearest."""
    left, chosen = list(range(len(meshes))), []
    for rows in slices:
        fitting = [m for m in left if len(meshes[m]) == len(rows)]
        if not fitting:
            raise SystemExit(f"no imported mesh has {len(rows)} vertices")
        best = min(fitting, key=lambda m: np.abs(meshes[m] - frame[rows]).max())
        left.remove(best)
        chosen.append(best)
    return chosen


def check_gltf(path, surface_path, clip, fps, bound, nodes):
    gltf, buffers = read_gltf(path)
    surface = np.load(surface_path)
    nodes = nodes or [i for i, node in enumerate(gltf["nodes"]) if "mesh" in node]
    slices, total = mesh_slices(gltf, buffers, nodes)
    if total != surface.shape[1]:
        raise SystemExit(f"{path}: {total} vertices, {surface_path} has {surface.shape[1]}")

    # an import at a whole number of frames a second
    bpy.ops.wm.read_homefile(use_empty=True)
    bpy.context.scene.render.fps = max(1, round(fps))
    bpy.ops.import_scene.gltf(filepath=os.path.abspath(path))
    number = int(clip[1:]) if clip.startswith("#") else None
    if number is not None:
        clip = gltf["animations"][number].get("name") or f"Anim_{number}"
    play(clip)

    hidden = {"Icosphere"}  # the importer's shape for bones
    objects = [item for item in bpy.data.objects
               if item.type == "MESH" and item.name.split(".")[0] not in hidden]
    scale = bpy.context.scene.render.fps / fps
    chosen = assigned(slices, shown(objects, 0, scale), surface[0])
    worst, where = 0.0, ""
    for f, frame in enumerate(surface):
        meshes = shown(objects, f, scale)
        for node, rows, m in zip(nodes, slices, chosen):
            error = np.linalg.norm(meshes[m] - frame[rows], axis=1).max()
            if not error <= worst:
                worst, where = float(error), f"frame {f}, node {node}"
    return worst, f"{len(surface)} frames ({where})", surface, bound


def check_pc2(path, surface_path, first, count, bound):
    surface = np.load(surface_path)[:, first:first + count]
    bpy.ops.wm.read_homefile(use_empty=True)
    mesh = bpy.data.meshes.new("cached")
    mesh.from_pydata([tuple(point) for point in surface[0]], [], [])
    item = bpy.data.objects.new("cached", mesh)
    bpy.context.scene.collection.objects.link(item)
    modifier = item.modifiers.new("cache", "MESH_CACHE")
    modifier.cache_format = "PC2"
    modifier.filepath = os.path.abspath(path)
    modifier.frame_start = 0
    worst, where = 0.0, ""
    for f, frame in enumerate(surface):
        points, = shown([item], f, 1)
        points = np.stack([points[:, 0], -points[:, 2], points[:, 1]], axis=1)  # a cache has no axes
        error = np.linalg.norm(points - frame, axis=1).max()
        if not error <= worst:
            worst, where = float(error), f"frame {f}"
    return worst, f"{len(surface)} frames ({where})", surface, bound


def main(arguments):
    kind, path, surface = arguments[:3]
    if kind == "gltf":
        clip, fps, bound = arguments[3], float(arguments[4]), float(arguments[5])
        result = check_gltf(path, surface, clip, fps, bound, [int(n) for n in arguments[6:]])
    else:
        first, count, bound = int(arguments[3]), int(arguments[4]), float(arguments[5])
        result = check_pc2(path, surface, first, count, bound)
    worst, what, points, bound = result
    diagonal = np.linalg.norm(points[0].max(axis=0) - points[0].min(axis=0))
    print(f"{path}: worst {worst:.2e}, {worst / diagonal:.2e} of the diagonal, {what} in Blender")
    return 0 if worst <= bound else 1


try:
    status = main(sys.argv[sys.argv.index("--") + 1:])
except SystemExit as problem:
    print(problem)
    status = 1
except Exception:  # Blender would carry on and say nothing
    traceback.print_exc()
    status = 1
sys.stdout.flush()
os._exit(status)
